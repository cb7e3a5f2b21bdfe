const PLAIN = "aceghijklnorstuyACEGIKLNORSUZ";
const MARKED = "áçéĝĥíĵķļñöŕšţûýÁÇÉĜÎĶĻÑÖŔŠÛŽ";

/** English as a longer language would fill its place: letters marked, and a third more of them. Figures and marks stay. */
export function lengthened(text: string): string {
  const letters = text.match(/[A-Za-z]/g)?.length ?? 0;
  if (letters === 0) return text;
  const marked = text.replace(/[A-Za-z]/g, (letter) => MARKED[PLAIN.indexOf(letter)] ?? letter);
  const end = /\s*$/.exec(marked)?.[0] ?? "";
  return `${marked.slice(0, marked.length - end.length)}${"~".repeat(Math.ceil(letters / 3))}${end}`;
}
