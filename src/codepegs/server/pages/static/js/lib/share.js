/** Sharing the result of a solo game: a text, with a picture if the device can share files. Neither shows the code of a day. */
import { shareOf } from "./api.js";
import { isLocal } from "./model.js";

const NAME = "codepegs.png";
const TYPE = { type: "image/png" };

/** @param {import("./model.js").View} view */
export const pictureOf = ({ id, version }) => `/t/${id}.png?v=${version}`;

/** Whether people expect the device's own way to share here. */
const sharesByDevice = () => Boolean(navigator.share) && matchMedia("(pointer: coarse)").matches;

/** Whether the device can share a picture. */
export const sharesPictures = () => sharesByDevice() && (navigator.canShare?.({ files: [new File([], NAME, TYPE)] }) ?? false);

/** Share a result, or copy it. @param {import("./model.js").View} view @returns {Promise<string>} what the button says then */
export async function shareResult(view) {
  const { id } = view;
  const rows = isLocal(id) ? (await import("./offline.js")).localText(id) : (await shareOf(id)).text;
  const text = `${rows}\n${location.origin}/${view.terms.daily ? "daily" : ""}`;
  try {
    if (sharesByDevice()) {
      await navigator.share({ text, ...(sharesPictures() && !isLocal(view.id) && { files: [await fetchPicture(view)] }) });
      return "";
    }
    await navigator.clipboard.writeText(text);
    return "Copied";
  } catch (error) {
    // Nothing is wrong if somebody closes the device's dialog.
    return error instanceof Error && error.name === "AbortError" ? "" : "Not copied";
  }
}

/** @param {import("./model.js").View} view */
async function fetchPicture(view) {
  const response = await fetch(pictureOf(view));
  if (!response.ok) throw new Error(`No picture: ${response.status}`);
  return new File([await response.blob()], NAME, TYPE);
}
