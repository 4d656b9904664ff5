// Runs before anything is painted, so that no page flashes in another dress. Not a module, because those wait.
"use strict";
{
  /** What can be set, with what each may be; the first is what it is unless somebody chose. */
  const CHOICES = {
    theme: ["auto", "light", "dark"],
    marks: ["plain", "letters", "shapes"],
    palette: ["box", "bright", "apart", "grey"],
    motion: ["auto", "off", "on"],
    sound: ["off", "on"],
  };
  const KEPT = "codepegs.settings";

  /** The settings of this browser; what is not known is as if it were not there. */
  const read = () => {
    let kept = {};
    try {
      kept = JSON.parse(localStorage.getItem(KEPT) ?? "{}") ?? {};
    } catch {
      // Nothing is kept, or the browser keeps nothing for this page.
    }
    const settings = {};
    for (const [name, values] of Object.entries(CHOICES)) {
      settings[name] = values.includes(kept[name]) ? kept[name] : values[0];
    }
    return settings;
  };

  const apply = (settings) => Object.assign(document.documentElement.dataset, settings);

  const keep = (settings) => {
    try {
      localStorage.setItem(KEPT, JSON.stringify(settings));
    } catch {
      // Then they last as long as the page.
    }
    apply(settings);
  };

  globalThis.codepegsSettings = { CHOICES, KEPT, read, apply, keep };
  apply(read());
}
