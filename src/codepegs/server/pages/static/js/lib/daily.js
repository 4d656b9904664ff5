/**
 * The daily code: the same secret for everybody on the same day. docs/notation.md has the definition, and
 * `rules/daily.py` is its twin. Days are those of this device, spelled as in "2026-11-16".
 */

const FIRST_DAY = Date.parse("2026-11-16");
const DAY = 24 * 60 * 60 * 1000;
const LETTERS = "RBYGWK";
const PEGS = 4;

/** Today, by the date of this device. */
export function today() {
  const now = new Date();
  return new Date(Date.UTC(now.getFullYear(), now.getMonth(), now.getDate())).toISOString().slice(0, 10);
}

/** The time from a moment to midnight here, as in "07:42:10". @param {number} now milliseconds since 1970 */
export function untilNext(now) {
  const here = new Date(now);
  const midnight = new Date(here.getFullYear(), here.getMonth(), here.getDate() + 1).getTime();
  const seconds = Math.ceil((midnight - now) / 1000);
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  return parts.map((part) => String(part).padStart(2, "0")).join(":");
}

/** The month of a day, as in "2026-11". @param {string} day */
export const monthOf = (day) => day.slice(0, 7);

/** A month some months later, or earlier. @param {string} month @param {number} months */
export function shiftMonth(month, months) {
  const [year, number] = month.split("-").map(Number);
  return new Date(Date.UTC(year, number - 1 + months)).toISOString().slice(0, 7);
}

/** The number of a day's code. It throws a RangeError for a day before No. 1. @param {string} day */
export function dailyNumber(day) {
  const time = Date.parse(day);
  if (!(time >= FIRST_DAY) || new Date(time).toISOString() !== `${day}T00:00:00.000Z`) {
    throw new RangeError(`There is no daily code for ${day}.`);
  }
  return (time - FIRST_DAY) / DAY + 1;
}

/** Whether there is, or has been, a code of this day. @param {string} day */
export function hasBegun(day) {
  try {
    return dailyNumber(day) > 0 && day <= today();
  } catch {
    return false;
  }
}

/** A day without its year, in words. @param {string} day @param {Intl.DateTimeFormatOptions} [more] */
export const dayWords = (day, more = {}) =>
  new Date(day).toLocaleDateString("en-GB", { day: "numeric", month: "long", timeZone: "UTC", ...more });

/**
 * The code of a day, in the letters of the edition `classic-1`. Browsers have `crypto.subtle` only for pages from
 * https or from this computer.
 * @param {string} day @returns {Promise<string>}
 */
export async function dailyCode(day) {
  dailyNumber(day);
  return drawLetters(await sha256(new TextEncoder().encode(`codepegs daily 1 ${day}`)));
}

/**
 * The letters of a code, each with the same chance, from a digest and then from the digest of that one.
 * @param {Uint8Array<ArrayBuffer>} digest @returns {Promise<string>}
 */
export async function drawLetters(digest) {
  // The last four bytes would favour the first four colours.
  const limit = 256 - (256 % LETTERS.length);
  let code = "";
  for (let bytes = digest; code.length < PEGS; bytes = await sha256(bytes)) {
    for (const byte of bytes) if (byte < limit) code += LETTERS[byte % LETTERS.length];
  }
  return code.slice(0, PEGS);
}

/** @param {Uint8Array<ArrayBuffer>} bytes */
const sha256 = async (bytes) => new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
