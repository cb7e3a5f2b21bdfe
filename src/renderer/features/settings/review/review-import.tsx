import { useState } from "react";
import type { ReviewDifference, ReviewPreview } from "#shared/contract/close/review-bundle.ts";
import { nameOfNoted } from "#shared/model/close/signature.ts";
import { formatCount } from "../../../format/amounts/amount.ts";
import { formatMinute } from "../../../format/dates/date.ts";
import { t } from "../../../language/t.ts";
import { useCoreCommand } from "../../../state/core/core-query.ts";
import { queryClient } from "../../../state/core/query-client.ts";
import { announce } from "../../../state/window/announcements.ts";
import layout from "../../../styles/layout.module.css";
import { Button } from "../../../ui/controls/button.tsx";
import { Chip } from "../../../ui/controls/chip.tsx";
import { classes } from "../../../ui/controls/classes.ts";
import { FailureNote } from "../../../ui/feedback/failure-message.tsx";
import { SealedFields } from "../encryption-fields.tsx";
import styles from "../settings-page.module.css";
import { aboutLabel, byClientAndState, countLabel, DIFFERENCE_LABELS } from "./review-labels.ts";
import { ReviewSide } from "./review-side.tsx";

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
          announce(t("Bundle imported."));
          setPassphrase("");
          look.reset();
          void queryClient.invalidateQueries();
        },
      },
    );
  return (
    <form
      className={classes(styles.row, styles.labelled)}
      onSubmit={(event) => {
        event.preventDefault();
        forget();
        if (ready) look.mutate({ path: path.trim(), passphrase });
      }}
    >
      <span>{t("Import a bundle")}</span>
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
            {look.isPending ? t("Opening bundle…") : t("Preview changes")}
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
      ? t("No new conflicts.")
      : t("{conflicts, plural, one {1 new conflict was} other {# new conflicts were}} added to the list above.", { conflicts });
  return (
    <p className={styles.note} role="status">
      {t("{taken, plural, one {1 change} other {{count} changes}} imported. {left}", { taken, count: formatCount(taken), left })}
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
    <section className={styles.stack} aria-label={t("Changes in this bundle")}>
      <p role="status" title={madeBy}>
        {t("Created by {madeBy}, {madeAt}. Contents: {differences}; {same} unchanged.", {
          madeBy: nameOfNoted(madeBy),
          madeAt: formatMinute(madeAt),
          differences: countLabel(differences),
          same: formatCount(same),
        })}
      </p>
      {unknownClients.length === 0 ? null : (
        <p className={styles.quiet}>
          {t("Clients left out because their books aren't connected on this computer: {unknownClients}.", {
            unknownClients: unknownClients.join(", "),
          })}
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
          <Button needs="reviewer" kind="primary" disabled={busy} onClick={onTake}>
            {busy ? t("Importing…") : t("Import")}
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
  const { word, tone, means } = DIFFERENCE_LABELS[row.state];
  const about = aboutLabel(row);
  return (
    <article className={styles.note} aria-label={about}>
      <p className={layout.wrappingLine}>
        <Chip tone={tone} word={word} title={means} /> <strong>{about}</strong>
      </p>
      <div className={styles.sides}>
        {row.ours === null && row.state === "new" ? null : <ReviewSide whose={t("Ours")} side={row.ours} />}
        <ReviewSide whose={t("Theirs")} side={row.theirs} />
      </div>
      {row.state === "conflict" ? (
        <label className={styles.check}>
          <input type="checkbox" checked={taken} onChange={(event) => onTaken(event.target.checked)} />
          {t("Use theirs. If you don't, Tieout keeps ours and the conflict stays open.")}
        </label>
      ) : null}
    </article>
  );
}
