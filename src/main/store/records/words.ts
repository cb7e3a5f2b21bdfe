import type { Sqlite, Statement } from "#main/store/database/open.ts";
import type { LineDimension } from "#shared/model/books/dimension.ts";

/** What texts are interned by the names in them. */
type Named = "tax" | "tax_code" | "dimension" | "fanned_dimension";

/** Interned text: ids, currencies and small JSON values that recur on thousands of rows. */
export class Words {
  readonly #byText = new Map<string, number>();
  readonly #named: Readonly<Record<Named, Map<string, Map<string, number>>>> = {
    tax: new Map(),
    tax_code: new Map(),
    dimension: new Map(),
    fanned_dimension: new Map(),
  };
  readonly #byNumber = new Map<number, string>();
  readonly #find: Statement;
  readonly #insert: Statement;
  readonly #text: Statement;

  constructor(db: Sqlite) {
    this.#find = db.prepare("SELECT word_no FROM word WHERE text = ?").pluck();
    this.#insert = db.prepare("INSERT INTO word (text) VALUES (?)");
    this.#text = db.prepare("SELECT text FROM word WHERE word_no = ?").pluck();
  }

  /** The number of a text, added when it is new. */
  intern(text: string): number {
    const cached = this.#byText.get(text);
    if (cached !== undefined) return cached;
    const known = this.#find.get(text) as number | undefined;
    const number = known ?? Number(this.#insert.run(text).lastInsertRowid);
    this.#remember(number, text);
    return number;
  }

  /**
   * Like `intern` for a text that costs more to write than to name.
   * @param group with `name` and among its kind: names exactly one text
   */
  internNamed(kind: Named, group: string, name: string, textOf: () => string): number {
    const groups = this.#named[kind];
    const known = groups.get(group)?.get(name);
    if (known !== undefined) return known;
    const number = this.intern(textOf());
    const names = groups.get(group) ?? new Map<string, number>();
    groups.set(group, names.set(name, number));
    return number;
  }

  internOptional(text: string | undefined): number | null {
    return text === undefined ? null : this.intern(text);
  }

  /** The number of a text, or null when no row uses it. */
  find(text: string): number | null {
    return this.#byText.get(text) ?? (this.#find.get(text) as number | undefined) ?? null;
  }

  text(number: number): string {
    const known = this.#byNumber.get(number);
    if (known !== undefined) return known;
    const text = this.#text.get(number) as string;
    this.#remember(number, text);
    return text;
  }

  textOptional(number: number | null): string | undefined {
    return number === null ? undefined : this.text(number);
  }

  /** Forgets everything cached: after a rolled-back transaction, numbers may be unused again. */
  clear(): void {
    this.#byText.clear();
    this.#byNumber.clear();
    for (const groups of Object.values(this.#named)) groups.clear();
  }

  #remember(number: number, text: string): void {
    if (this.#byText.size > 200_000) this.clear();
    this.#byText.set(text, number);
    this.#byNumber.set(number, text);
  }
}

/** The number of a line's dimensions; null where it has none. */
export function dimensionsWord(words: Words, dimensions: readonly LineDimension[]): number | null {
  const [first] = dimensions;
  if (first === undefined) return null;
  if (dimensions.length > 1) return words.intern(JSON.stringify(dimensions));
  const { dimensionId, valueId, fannedFromHeader } = first;
  return words.internNamed(fannedFromHeader ? "fanned_dimension" : "dimension", dimensionId, valueId, () => JSON.stringify(dimensions));
}
