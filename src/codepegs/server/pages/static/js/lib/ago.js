/** How long ago something was, in words. */

/** @type {[Intl.RelativeTimeFormatUnit, number][]} */
const UNITS = [
  ["day", 86400],
  ["hour", 3600],
  ["minute", 60],
];
const words = new Intl.RelativeTimeFormat("en", { numeric: "auto" });
const date = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "long", year: "numeric" });

/** Days after which a date says more. */
const LONG_AGO = 30;

/** @param {number} microseconds since 1970 @param {number} [now] milliseconds since 1970 */
export function ago(microseconds, now = Date.now()) {
  const seconds = now / 1000 - microseconds / 1e6;
  if (seconds < 60) return "just now";
  if (seconds > LONG_AGO * 86400) return date.format(microseconds / 1000);
  const [unit, size] = UNITS.find(([, size]) => seconds >= size);
  return words.format(-Math.floor(seconds / size), unit);
}
