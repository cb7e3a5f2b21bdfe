/** An object (with the keys seen so far) or array that is open at this point, and where in it we are. */
interface Frame {
  readonly keys: Set<string> | null;
  at: string;
}

/**
 * The first key that an object has twice, with the way to it (`lines[0].net`); null when there is none. The platform's
 * parser would silently keep the last one.
 * @param text valid JSON
 */
export function repeatedKey(text: string): string | null {
  const frames: Frame[] = [];
  let isKey = false;
  for (const [token] of text.matchAll(/"(?:[^"\\]|\\.)*"|[{}[\],]/gs)) {
    const frame = frames.at(-1);
    if (token === "{" || token === "[") {
      frames.push(token === "{" ? { keys: new Set(), at: "" } : { keys: null, at: "[0]" });
      isKey = token === "{";
    } else if (token === "}" || token === "]") {
      frames.pop();
      isKey = false;
    } else if (token === ",") {
      isKey = frame !== undefined && frame.keys !== null;
      if (frame?.keys === null) frame.at = `[${Number(frame.at.slice(1, -1)) + 1}]`;
    } else if (isKey && frame !== undefined) {
      frame.at = JSON.parse(token) as string;
      if (frame.keys?.has(frame.at)) return wayTo(frames);
      frame.keys?.add(frame.at);
      isKey = false;
    }
  }
  return null;
}

function wayTo(frames: readonly Frame[]): string {
  return frames.reduce((way, { at }) => (way === "" || at.startsWith("[") ? `${way}${at}` : `${way}.${at}`), "");
}
