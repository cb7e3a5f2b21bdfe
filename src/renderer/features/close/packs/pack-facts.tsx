import { useState } from "react";
import type { PackRow } from "#shared/contract/close/packs.ts";
import type { StampPlace } from "#shared/model/close/pack.ts";
import type { Failure } from "#shared/model/ledger/failure.ts";
import { Sentence } from "../../../language/sentence.tsx";
import { t } from "../../../language/t.ts";
import { clientAddress, recordAddress } from "../../../state/window/screen-address.ts";
import layout from "../../../styles/layout.module.css";
import textStyles from "../../../styles/text.module.css";
import { CopyButton } from "../../../ui/controls/copy-button.tsx";
import { FailureNote } from "../../../ui/feedback/failure-message.tsx";
import { TechnicalDetails } from "../../../ui/feedback/technical-details.tsx";
import { Fact, Facts } from "../../../ui/layout/facts.tsx";
import { partOf } from "../close-labels.ts";
import { PackFiles } from "./pack-files.tsx";
import styles from "./packs.module.css";

const STAMP_QUESTIONS = { INCOMPLETE: t("Why it's incomplete"), DRAFT: t("Why it's a draft") } as const;

/** What there is to know of a pack: why it's stamped, its two files, whose key they are signed with, and, folded, where they are and their hashes. */
export function PackFacts({ clientId, pack }: { readonly clientId: string; readonly pack: PackRow }) {
  const { stamps, periodId, reason, signed } = pack;
  // What came of an act on a file: no place for it among labels and values.
  const [failure, setFailure] = useState<Failure | null>(null);
  return (
    <div className={layout.stack}>
      <Facts className={styles.facts}>
        {stamps.map(({ stamp, reasons, places }) => (
          <Fact key={stamp} name={STAMP_QUESTIONS[stamp]}>
            <ul>
              {reasons.map((text, at) => (
                <li key={text}>
                  <Reason clientId={clientId} periodId={periodId} text={text} place={places?.[at] ?? null} />
                </li>
              ))}
            </ul>
          </Fact>
        ))}
        {reason === null ? null : <Fact name={t("Reason")}>{reason}</Fact>}
        <PackFiles clientId={clientId} pack={pack} onFailure={setFailure} />
        <Fact name={t("Digital signature")}>
          {signed === null ? (
            t("None")
          ) : (
            <>
              <Sentence text="{name}'s key {key}" values={{ name: signed.name, key: <code>{signed.key}</code> }} />
              {/* A draft has one as well: beside a name, it would read as an approval. */}
              <p className={textStyles.mutedSmall}>
                {t("Lets anyone check that the files haven't changed since the pack was created. It isn't a sign-off.")}
              </p>
            </>
          )}
        </Fact>
      </Facts>
      {failure === null ? null : <FailureNote failure={failure} />}
      <div className={styles.technical}>
        <TechnicalDetails kept>
          <Proof pack={pack} />
        </TechnicalDetails>
      </div>
    </div>
  );
}

function Proof({ pack: { path, name, sha256, clientCopy } }: { readonly pack: PackRow }) {
  const folder = path.endsWith(name) ? path.slice(0, -name.length) : path;
  return (
    <Facts>
      <Fact name={t("Location")}>
        <Copied text={folder} />
      </Fact>
      <Fact name={clientCopy === null ? t("Hash (SHA-256)") : t("SHA-256, firm's copy")}>
        <Copied text={sha256} />
      </Fact>
      {clientCopy === null ? null : (
        <Fact name={t("SHA-256, client's copy")}>
          <Copied text={clientCopy.sha256} />
        </Fact>
      )}
    </Facts>
  );
}

interface ReasonProps {
  readonly clientId: string;
  readonly periodId: string;
  readonly text: string;
  readonly place: StampPlace | null;
}

/** Leads to where it's settled, if the pack says where that is. */
function Reason({ clientId, periodId, text, place }: ReasonProps) {
  return place === null ? text : <a href={`#${addressOf(clientId, periodId, place)}`}>{text}</a>;
}

function addressOf(clientId: string, periodId: string, place: StampPlace): string {
  if (place === "sync" || place === "flux") return clientAddress(clientId, place);
  if (place === "reconciliations") return recordAddress(clientId, "close", place);
  const row = place === "preparer" || place === "reviewer" ? `sign-off:${place}` : `gate:${place}`;
  return recordAddress(clientId, "close", partOf("checklist", `${periodId}|${row}`));
}

function Copied({ text }: { readonly text: string }) {
  return (
    <div className={layout.line}>
      <code>{text}</code> <CopyButton text={text} />
    </div>
  );
}
