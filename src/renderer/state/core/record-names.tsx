import { recordWords } from "../../format/labels/record-labels.ts";
import { typeLabel } from "../../format/labels/transaction-labels.ts";
import { useDocumentLink } from "../window/panels.ts";
import { useCoreQuery } from "./core-query.ts";

/** Documents by name, each linked to its panel; other records are shown with their id in the ledger. */
export function RecordNames({ clientId, ids }: { readonly clientId: string; readonly ids: readonly string[] }) {
  return ids.map((id) => <RecordName key={id} clientId={clientId} id={id} />);
}

function RecordName({ clientId, id }: { readonly clientId: string; readonly id: string }) {
  const view = useCoreQuery("documents.show", { clientId, id });
  const linkTo = useDocumentLink(clientId);
  if (view.isPending) return <span aria-busy="true">…</span>;
  if (view.data === undefined) return <span>{recordWords(id)}</span>;
  const { type, number, reference, unappliedKind } = view.data.document;
  return <a href={linkTo(id)}>{`${typeLabel(type, unappliedKind)} ${number ?? reference ?? ""}`.trim()}</a>;
}
