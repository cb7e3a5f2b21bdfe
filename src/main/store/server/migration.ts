/** One step of the server's schema. Steps only go forward; one that has landed is never edited. */
export interface ServerMigration {
  readonly number: number;
  readonly name: string;
  /** @param names `members`: the role that every machine's login belongs to, ready for a statement */
  statements(names: { readonly members: string }): readonly string[];
}
