import { useState } from "react";
import type { ReviewDifference, ReviewPreview } from "#shared/contract/review-bundle.ts";
import { Button } from "../../components/button.tsx";
import { Chip } from "../../components/chip.tsx";
import { FailureNote } from "../../components/failure-note.tsx";
import { formatCount } from "../../format/amount.ts";
import { formatMinute } from "../../format/date.ts";
import { t } from "../../language/t.ts";
import { announce } from "../../state/announcements.ts";
import { useCoreCommand } from "../../state/core-query.ts";
import { queryClient } from "../../state/query-client.ts";
import { ReviewSide } from "./review-side.tsx";
import { aboutWords, byClientAndState, countWords, DIFFERENCE_WORDS } from "./review-words.ts";
import { SealedFields } from "./sealed-fields.tsx";
import styles from "./settings-page.module.css";

/** Opens a bundle, shows every difference, and takes it over only then. */
export function ReviewImport() {
  const [path, setPath] = useState("");
  const [passphrase, setPassphrase] = useState("");
  const [theirs, setTheirs] = useState<ReadonlySet<string>>(new Set());
  // As a command and not as a kept answer: a passphrase is no key to find answers by.
  const look = useCoreCommand("review.preview");
  const take = useCoreCommand("review.import");
  const ready = path.trim() !== "" && passphrase.length >= 10;
  const forget = () => {
    look.reset();
    take.reset();
    setTheirs(new Set());
  };
  const takeOver = () =>
    take.mutate(
      { path: path.trim(), passphrase, theirs: [...theirs] },
      {
        onSuccess: () => {
          announce(t("The bundle is taken over."));
          setPassphrase("");
          look.reset();
          void queryClient.invalidateQueries();
        },
      },
    );
  return (
    <form
      className={styles.row}
      onSubmit={(event) => {
        event.preventDefault();
        forget();
        if (ready) look.mutate({ path: path.trim(), passphrase });
      }}
    >
      <span>{t("Take a bundle over")}</span>
      <div className={styles.stack}>
        <SealedFields
          name="import"
          path={path}
          passphrase={passphrase}
          onPath={(next) => {
            setPath(next);
            forget();
          }}
          onPassphrase={(next) => {
            setPassphrase(next);
            forget();
          }}
        />
        <div>
          <Button type="submit" disabled={!ready || look.isPending}>
            {look.isPending ? t("Opening it") : t("See what it would change")}
          </Button>
        </div>
        {look.error === null ? null : <FailureNote failure={look.error.failure} />}
        {look.data === undefined ? null : (
          <Preview preview={look.data} theirs={theirs} onTheirs={setTheirs} busy={take.isPending} onTake={takeOver} />
        )}
        {take.error === null ? null : <FailureNote failure={take.error.failure} />}
        {take.data === undefined ? null : <Taken taken={take.data.taken} conflicts={take.data.conflicts} />}
      </div>
    </form>
  );
}

function Taken({ taken, conflicts }: { readonly taken: number; readonly conflicts: number }) {
  const left =
    conflicts === 0
      ? t("No conflict is left.")
      : t("{conflicts} conflicts stand above until a person chooses.", { conflicts: formatCount(conflicts) });
  return (
    <p className={styles.note} role="status">
      {t("{taken} taken over. {left}", { taken: formatCount(taken), left })}
    </p>
  );
}

interface PreviewProps {
  readonly preview: ReviewPreview;
  /** Keys of conflicts of which theirs is taken. */
  readonly theirs: ReadonlySet<string>;
  readonly onTheirs: (theirs: ReadonlySet<string>) => void;
  readonly busy: boolean;
  readonly onTake: () => void;
}

function Preview({ preview, theirs, onTheirs, busy, onTake }: PreviewProps) {
  const { madeBy, madeAt, differences, same, unknownClients } = preview;
  const choose = (key: string, taken: boolean) => {
    const next = new Set(theirs);
    if (taken) next.add(key);
    else next.delete(key);
    onTheirs(next);
  };
  return (
    <section className={styles.stack} aria-label={t("What the bundle would change")}>
      <p role="status">
        {t("Made by {madeBy}, {madeAt}: {differences}; {same} alike on both sides.", {
          madeBy,
          madeAt: formatMinute(madeAt),
          differences: countWords(differences),
          same: formatCount(same),
        })}
      </p>
      {unknownClients.length === 0 ? null : (
        <p className={styles.quiet}>
          {t("Not connected here, so nothing of them is taken: {unknownClients}.", { unknownClients: unknownClients.join(", ") })}
        </p>
      )}
      {byClientAndState(differences).map(([client, rows]) => (
        <section key={client} className={styles.stack} aria-label={client}>
          <h3>{client}</h3>
          {rows.map((row) => (
            <Difference key={row.key} row={row} taken={theirs.has(row.key)} onTaken={(taken) => choose(row.key, taken)} />
          ))}
        </section>
      ))}
      {differences.length === 0 ? null : (
        <div>
          <Button kind="primary" disabled={busy} onClick={onTake}>
            {busy ? t("Taking it over") : t("Take it over")}
          </Button>
        </div>
      )}
    </section>
  );
}

interface DifferenceProps {
  readonly row: ReviewDifference;
  readonly taken: boolean;
  readonly onTaken: (taken: boolean) => void;
}

function Difference({ row, taken, onTaken }: DifferenceProps) {
  const { word, tone, means } = DIFFERENCE_WORDS[row.state];
  const about = aboutWords(row);
  return (
    <article className={styles.note} aria-label={about}>
      <p className={styles.line}>
        <Chip tone={tone} word={word} title={means} /> <strong>{about}</strong>
      </p>
      <div className={styles.sides}>
        {row.ours === null && row.state === "new" ? null : <ReviewSide whose={t("Ours")} side={row.ours} />}
        <ReviewSide whose={t("Theirs")} side={row.theirs} />
      </div>
      {row.state === "conflict" ? (
        <label className={styles.check}>
          <input type="checkbox" checked={taken} onChange={(event) => onTaken(event.target.checked)} />
          {t("Take theirs; otherwise ours stays and the conflict is kept")}
        </label>
      ) : null}
    </article>
  );
}
