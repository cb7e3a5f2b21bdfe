import type { MirrorReader } from "#main/store/database/mirror-reader.ts";
import { prepared } from "#main/store/database/query.ts";
import type { Choice, ChoiceKind, PartyRole } from "#shared/contract/books/choices.ts";

export interface ChoiceQuestion {
  readonly kind: ChoiceKind;
  /** Part of the name or code; empty for the first ones. */
  readonly text: string;
  readonly limit: number;
  /** Only this one, by its id. */
  readonly id?: string | undefined;
  /** Only these, by their ids. */
  readonly ids?: readonly string[] | undefined;
  /** Parties that buy, or that sell; one whose ledger does not say which counts as both. */
  readonly role?: PartyRole | undefined;
}

interface ChoiceBody {
  readonly id: string;
  readonly code?: string;
  readonly name: string;
  readonly type?: string;
  readonly role?: string;
  readonly class?: string;
  readonly currency?: string;
  readonly rate?: string;
  readonly active: boolean;
  readonly isCustomer?: boolean;
  readonly isVendor?: boolean;
}

/** Records that a form may name: active ones whose name or code holds the text, by code and name. */
export function findChoices(
  reader: MirrorReader,
  { kind, text, limit, id, ids = id === undefined ? undefined : [id], role }: ChoiceQuestion,
): Choice[] {
  const rows = prepared(
    reader.db,
    `SELECT body FROM entity JOIN source_record USING (rec_no)
     WHERE kind = @kind AND removed_ms IS NULL
       AND (@ids IS NULL OR entity.id IN (SELECT value FROM json_each(@ids)))
       AND (@ids IS NOT NULL OR body ->> 'active' = 1)
       AND (@role IS NULL OR body ->> @role = 1 OR (body ->> 'isCustomer' = 0 AND body ->> 'isVendor' = 0))
       AND (body ->> 'name' LIKE @like ESCAPE '\\' OR body ->> 'code' LIKE @like ESCAPE '\\')
     ORDER BY body ->> 'code' IS NULL, body ->> 'code', body ->> 'name' COLLATE NOCASE, entity.id LIMIT @limit`,
  ).all({
    kind,
    ids: ids === undefined ? null : JSON.stringify(ids),
    role: role === undefined ? null : FLAGS[role],
    like: `%${text.trim().replaceAll(/[\\%_]/g, "\\$&")}%`,
    limit,
  }) as { readonly body: string }[];
  return rows.map(({ body }) => choiceOf(JSON.parse(body) as ChoiceBody));
}

const FLAGS = { customer: "isCustomer", vendor: "isVendor" } as const;

function choiceOf(body: ChoiceBody): Choice {
  const { id, name } = body;
  const roles = [body.isCustomer ? "customer" : null, body.isVendor ? "vendor" : null].filter((role) => role !== null);
  return {
    id,
    name,
    code: body.code ?? null,
    detail: body.rate === undefined ? (body.type ?? (roles.length === 0 ? null : roles.join(", "))) : `${body.rate}%`,
    role: body.role ?? null,
    class: body.class ?? null,
    currency: body.currency ?? null,
  };
}
