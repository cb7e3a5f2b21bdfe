import type { Sqlite } from "#main/store/database/open.ts";

/** A value of the firm's own settings, as JSON; null when it was never set. */
export function readSetting(db: Sqlite, key: string): unknown {
  const text = db.prepare("SELECT value FROM setting WHERE key = ?").pluck().get(key) as string | undefined;
  return text === undefined ? null : JSON.parse(text);
}

export function saveSetting(db: Sqlite, key: string, value: unknown): void {
  db.prepare("INSERT INTO setting (key, value) VALUES (?,?) ON CONFLICT (key) DO UPDATE SET value = excluded.value").run(
    key,
    JSON.stringify(value),
  );
}

/**
 * Replaces a setting that another act may have changed since it was read.
 * @param was the value that the new one was made from, null for none
 * @returns false, with nothing changed, when the setting holds something else by now
 */
export function replaceSetting(db: Sqlite, key: string, was: unknown, value: unknown): boolean {
  return db
    .transaction(() => {
      if (JSON.stringify(readSetting(db, key)) !== JSON.stringify(was)) return false;
      saveSetting(db, key, value);
      return true;
    })
    .immediate();
}

/** The values of all settings whose key begins with `prefix`, by key. */
export function listSettings(db: Sqlite, prefix: string): Readonly<Record<string, unknown>> {
  const rows = db.prepare("SELECT key, value FROM setting WHERE substr(key, 1, ?) = ?").all(prefix.length, prefix) as {
    key: string;
    value: string;
  }[];
  return Object.fromEntries(rows.map(({ key, value }) => [key, JSON.parse(value) as unknown]));
}
