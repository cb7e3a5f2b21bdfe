/** A pack, or a file in it, that can't be read. The message says what is wrong with it. */
export class PackUnreadable extends Error {
  override readonly name = "PackUnreadable";
}
