import type { Named } from "#shared/contract/books/choices.ts";
import type { EntityTreeDraft, IntercompanyPair, PairSide } from "#shared/model/consolidation/entity-tree.ts";
import { t } from "../../../language/t.ts";

/** One side of a pair as it is chosen. */
export interface SideForm {
  readonly nodeId: string;
  readonly by: "account" | "receivable" | "payable";
  readonly record: Named | null;
}

export interface PairForm {
  readonly name: string;
  readonly kind: IntercompanyPair["kind"];
  readonly a: SideForm;
  readonly b: SideForm;
}

export const SIDE_LABELS: Readonly<Record<SideForm["by"], string>> = {
  account: t("Account"),
  receivable: t("Customer balance"),
  payable: t("Vendor balance"),
};

/** A pair between the first two entities that have books. */
export function emptyPair({ nodes }: EntityTreeDraft): PairForm {
  const [a, b] = nodes.filter(({ clientId }) => clientId !== undefined);
  const side = (nodeId: string): SideForm => ({ nodeId, by: "account", record: null });
  return { name: "", kind: "balance", a: side(a?.id ?? ""), b: side(b?.id ?? "") };
}

/** The pair that the form says, or words of what is missing. */
export function readPair(form: PairForm, draft: EntityTreeDraft): { readonly value: IntercompanyPair } | { readonly error: string } {
  if (form.a.nodeId === form.b.nodeId) return { error: t("Choose two different entities.") };
  if (form.a.record === null || form.b.record === null) return { error: t("Choose an account or a contact on both sides.") };
  const taken = new Set(draft.pairs.map(({ id }) => id));
  let number = draft.pairs.length + 1;
  while (taken.has(`pair-${number}`)) number++;
  const nameOf = (side: SideForm) => draft.nodes.find(({ id }) => id === side.nodeId)?.name ?? side.nodeId;
  const name = form.name.trim() === "" ? t("{a} and {b}", { a: nameOf(form.a), b: nameOf(form.b) }) : form.name.trim();
  return { value: { id: `pair-${number}`, name, kind: form.kind, a: sideOf(form.a, form.a.record), b: sideOf(form.b, form.b.record) } };
}

function sideOf({ nodeId, by }: SideForm, { id }: Named): PairSide {
  return by === "account" ? { nodeId, accountId: id } : { nodeId, partyId: id, side: by };
}
