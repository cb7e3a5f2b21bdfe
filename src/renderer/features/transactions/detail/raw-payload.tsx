import { useMemo, useRef, useState } from "react";
import type { DocumentView } from "#shared/contract/books/documents.ts";
import { formatInstant } from "../../../format/dates/date.ts";
import { indentJson } from "../../../format/text/json-text.ts";
import { t } from "../../../language/t.ts";
import { useCoreQuery } from "../../../state/core/core-query.ts";
import { Button } from "../../../ui/controls/button.tsx";
import { CopyButton } from "../../../ui/controls/copy-button.tsx";
import { FailureNote } from "../../../ui/feedback/failure-message.tsx";
import { TechnicalDetails } from "../../../ui/feedback/technical-details.tsx";
import { IndentedLine } from "../../../ui/layout/indented-text.tsx";
import { ScrollText } from "../../../ui/layout/scroll-area.tsx";
import { linesOf, type Piece, splitMatches } from "../match-totals.ts";
import { RecordIds } from "./provenance.tsx";
import styles from "./raw-payload.module.css";

interface RawPayloadProps {
  readonly clientId: string;
  readonly document: DocumentView["document"];
}

/** By which names the ledger knows the record, and its payload as it was sent; asked for only when it is opened. */
export function RawPayload({ clientId, document }: RawPayloadProps) {
  return (
    <TechnicalDetails part="raw">
      <RecordIds document={document} />
      <div className={styles.raw}>
        <h4 className={styles.summary}>{t("Raw payload")}</h4>
        <Payload clientId={clientId} documentId={document.id} />
      </div>
    </TechnicalDetails>
  );
}

function Payload({ clientId, documentId }: { readonly clientId: string; readonly documentId: string }) {
  const raw = useCoreQuery("documents.raw", { clientId, id: documentId });
  if (raw.error !== null) return <FailureNote failure={raw.error.failure} />;
  if (raw.data === undefined) return null;
  return (
    <>
      <SearchableText text={raw.data.raw} />
      <p className={styles.note}>
        {t("Synced {fetchedAt}. Line breaks and indents are added for readability. “Copy” gives you the payload as received.", {
          fetchedAt: formatInstant(raw.data.fetchedAt),
        })}
      </p>
    </>
  );
}

function SearchableText({ text }: { readonly text: string }) {
  const [wanted, setWanted] = useState("");
  const [at, setAt] = useState(0);
  const box = useRef<HTMLPreElement>(null);
  const shown = useMemo(() => indentJson(text), [text]);
  const pieces = useMemo(() => splitMatches(shown, wanted), [shown, wanted]);
  const lines = useMemo(() => linesOf(pieces), [pieces]);
  const matches = pieces.filter((piece) => piece.match !== null).length;
  const goTo = (next: number) => {
    if (matches === 0) return;
    const place = (next + matches) % matches;
    setAt(place);
    box.current?.querySelector(`[data-match="${place}"]`)?.scrollIntoView({ block: "nearest" });
  };
  return (
    <>
      <div className={styles.bar}>
        <input
          className={styles.search}
          type="search"
          aria-label={t("Search the raw payload")}
          placeholder={t("Search")}
          value={wanted}
          onChange={(event) => {
            setWanted(event.target.value);
            setAt(0);
          }}
          onKeyDown={(event) => {
            if (event.key !== "Enter") return;
            event.preventDefault();
            goTo(at + (event.shiftKey ? -1 : 1));
          }}
        />
        <span className={styles.count} role="status">
          {wanted === "" ? "" : matches === 0 ? t("No matches") : t("{at} of {matches}", { at: at + 1, matches })}
        </span>
        <Button kind="quiet" disabled={matches === 0} onClick={() => goTo(at + 1)}>
          {t("Next")}
        </Button>
        <CopyButton text={text} />
      </div>
      <ScrollText ref={box} className={styles.text}>
        {lines.map((line, row) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines are identified by their order alone
          <IndentedLine key={row} text={line.map((piece) => piece.text).join("")}>
            {line.map((piece) => marked(piece, at))}
          </IndentedLine>
        ))}
      </ScrollText>
    </>
  );
}

/** A piece of a line, marked where it is what was searched for; `at` is the match that the person is at. */
function marked({ text, match }: Piece, at: number) {
  if (match === null) return text;
  return (
    <mark key={match} data-match={match} className={match === at ? styles.current : styles.mark}>
      {text}
    </mark>
  );
}
