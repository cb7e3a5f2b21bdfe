/** Bytes as base64. */
export function base64Of(bytes: ArrayBuffer): string {
  const parts: string[] = [];
  const view = new Uint8Array(bytes);
  // Handed over in pieces: a call takes only so many arguments.
  for (let at = 0; at < view.length; at += 32_768) parts.push(String.fromCharCode(...view.subarray(at, at + 32_768)));
  return btoa(parts.join(""));
}

/** The bytes that base64 stands for. */
export function bytesOf(base64: string): Uint8Array {
  return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
}
