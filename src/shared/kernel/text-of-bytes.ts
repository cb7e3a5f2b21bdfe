/** The platform's `TextDecoder`: this folder knows no platform. */
type Decoder = new (encoding: string, options?: { readonly fatal: boolean }) => { decode(bytes: Uint8Array): string };

/** The text of a file: UTF-8 or UTF-16 as its bytes say, else the code page that older software on Windows writes. */
export function textOfBytes(bytes: Uint8Array, Text: Decoder): string {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return new Text("utf-16le").decode(bytes);
  if (first === 0xfe && second === 0xff) return new Text("utf-16be").decode(bytes);
  try {
    return new Text("utf-8", { fatal: true }).decode(bytes);
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    return new Text("windows-1252").decode(bytes);
  }
}
