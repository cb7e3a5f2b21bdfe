import { typeWords } from "../format/document-words.ts";
import { useCoreQuery } from "./core-query.ts";
import { documentAddress } from "./place.ts";

/** Documents by the names that people use, each a way to its panel; a record that is no document stands as its ledger calls it. */
export function RecordNames({ clientId, ids }: { readonly clientId: string; readonly ids: readonly string[] }) {
  return ids.map((id) => <RecordName key={id} clientId={clientId} id={id} />);
}

function RecordName({ clientId, id }: { readonly clientId: string; readonly id: string }) {
  const view = useCoreQuery("documents.show", { clientId, id });
  if (view.isPending) return <span aria-busy="true">…</span>;
  if (view.data === undefined) return <span>{recordWords(id)}</span>;
  const { type, number, reference, unappliedKind } = view.data.document;
  return (
    <a href={`#${documentAddress(clientId, id)}`}>
      {`${typeWords(type, unappliedKind !== undefined)} ${number ?? reference ?? ""}`.trim()}
    </a>
  );
}

/** An id as words: `BillPayment:220` is `Bill payment 220`. */
export function recordWords(id: string): string {
  const [kind = "", own = ""] = id.split(/:(.*)/s);
  const words = kind.replaceAll(/([a-z])([A-Z])/g, "$1 $2").toLowerCase();
  return `${words.charAt(0).toUpperCase()}${words.slice(1)} ${own}`.trim();
}
