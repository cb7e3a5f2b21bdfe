import type { Sqlite } from "#main/store/database/open.ts";
import { instantFromMs, instantMs } from "#shared/kernel/instant.ts";
import { fail, ok, type Result } from "#shared/kernel/result.ts";
import type { PersonKey } from "#shared/model/close/signature.ts";
import type { Failure } from "#shared/model/ledger/failure.ts";

interface KeyRow {
  readonly key_id: string;
  readonly person: string;
  readonly machine: string;
  readonly public_key: string;
  readonly added_ms: number;
  readonly added_by: string;
  readonly ended_how: "replaced" | "revoked" | null;
  readonly ended_ms: number | null;
  readonly ended_by: string | null;
  readonly ended_why: string | null;
}

/** Every key that people of the firm sign or signed with, by person, oldest first. */
export function listKeys(db: Sqlite): PersonKey[] {
  return (db.prepare("SELECT * FROM person_key ORDER BY person, added_ms, key_id").all() as KeyRow[]).map((row) => ({
    keyId: row.key_id,
    publicKey: row.public_key,
    person: row.person,
    machine: row.machine,
    addedAt: instantFromMs(row.added_ms),
    addedBy: row.added_by,
    ended:
      row.ended_how === null
        ? null
        : { how: row.ended_how, at: instantFromMs(row.ended_ms ?? 0), by: row.ended_by ?? "", why: row.ended_why },
  }));
}

export interface KeyToAdd {
  readonly keyId: string;
  readonly publicKey: string;
  readonly person: string;
  readonly machine: string;
  readonly by: string;
  readonly nowMs: number;
}

/** Adds a key that was made here. The one that the same person had on this machine is replaced by it. */
export function addKey(db: Sqlite, { keyId, publicKey, person, machine, by, nowMs }: KeyToAdd): PersonKey {
  db.transaction(() => {
    db.prepare(
      "UPDATE person_key SET ended_how = 'replaced', ended_ms = ?, ended_by = ? WHERE person = ? AND machine = ? AND ended_how IS NULL",
    ).run(nowMs, by, person, machine);
    db.prepare("INSERT INTO person_key (key_id, person, machine, public_key, added_ms, added_by) VALUES (?,?,?,?,?,?)").run(
      ...[keyId, person, machine, publicKey, nowMs, by],
    );
  }).immediate();
  return listKeys(db).find((key) => key.keyId === keyId) as PersonKey;
}

/** Marks a key as unsafe. It stays revoked, because someone who has the key can sign with any date. */
export function revokeKey(
  db: Sqlite,
  { keyId, why, by, nowMs }: { readonly keyId: string; readonly why: string; readonly by: string; readonly nowMs: number },
): Result<PersonKey, Failure> {
  const found = listKeys(db).filter((key) => key.keyId.startsWith(keyId));
  const [key] = found;
  if (key === undefined || found.length > 1)
    return fail({
      code: "not_found",
      message:
        key === undefined ? "There's no key with this fingerprint." : "More than one key has a fingerprint that begins with these digits.",
      field: "keyId",
      next: "Copy the whole fingerprint from the list of keys.",
    });
  if (key.ended?.how === "revoked") return fail({ code: "conflict", message: "This key is already revoked.", field: "keyId" });
  db.prepare("UPDATE person_key SET ended_how = 'revoked', ended_ms = ?, ended_by = ?, ended_why = ? WHERE key_id = ?").run(
    ...[nowMs, by, why, key.keyId],
  );
  return ok(listKeys(db).find((one) => one.keyId === key.keyId) as PersonKey);
}

/**
 * Adopts keys of another machine's list. An existing key stays as it is, unless it ended there and not here, or
 * was revoked there: the end of a key is never reversed.
 */
export function importKeys(db: Sqlite, keys: readonly PersonKey[], by: string): { readonly added: number; readonly ended: number } {
  let [added, ended] = [0, 0];
  db.transaction(() => {
    const known = new Map(listKeys(db).map((key) => [key.keyId, key]));
    for (const { keyId, publicKey, person, machine, addedAt, ended: end } of keys) {
      const here = known.get(keyId);
      if (here === undefined) {
        db.prepare("INSERT INTO person_key (key_id, person, machine, public_key, added_ms, added_by) VALUES (?,?,?,?,?,?)").run(
          ...[keyId, person, machine, publicKey, instantMs(addedAt), by],
        );
        added++;
      }
      const isNews = end !== null && (here === undefined || here.ended === null || (end.how === "revoked" && here.ended.how !== "revoked"));
      if (!isNews) continue;
      db.prepare("UPDATE person_key SET ended_how = ?, ended_ms = ?, ended_by = ?, ended_why = ? WHERE key_id = ?").run(
        ...[end.how, instantMs(end.at), end.by, end.why, keyId],
      );
      if (here !== undefined) ended++;
    }
  }).immediate();
  return { added, ended };
}
