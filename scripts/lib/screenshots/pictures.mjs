import { readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

export const SIZES = [
  { width: 1280, height: 800 },
  { width: 1440, height: 900 },
  { width: 1920, height: 1080 },
];
export const LOOKS = ["light", "dark"];
/** High contrast has the layout of every look, so one width shows it. */
export const HIGH_CONTRAST_WIDTH = 1440;

/** One page with all pictures of a folder, a row for each screen. */
export function writeIndex(folder) {
  const rows = new Map();
  for (const file of readdirSync(folder).filter((name) => name.endsWith(".png"))) {
    const name = file.replace(/-\d{4}-\w+(-contrast)?\.png$/, "");
    rows.set(name, [...(rows.get(name) ?? []), file]);
  }
  const parts = [...rows].map(
    ([name, files]) => `<h2>${name}</h2><p>${files.map((file) => `<a href="${file}"><img src="${file}" loading="lazy"></a>`).join("")}</p>`,
  );
  const style = "<style>body{font:14px sans-serif}p{display:flex;flex-wrap:wrap;gap:8px}img{width:460px}</style>";
  writeFileSync(join(folder, "index.html"), `<!doctype html><meta charset="utf-8">${style}${parts.join("\n")}`);
}
