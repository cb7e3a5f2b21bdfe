import { Check, CircleDashed, CircleSlash, Contrast, RotateCcw } from "lucide-react";
import type { ReactNode, SyntheticEvent } from "react";
import type { ClientRow } from "#shared/contract/clients/clients.ts";
import { type ShownState, SYNC_LABELS, shownState } from "../../format/labels/sync-labels.ts";
import { RECHECK } from "../../format/labels/tie-out-labels.ts";
import { t } from "../../language/t.ts";
import { toggleChosen, useChosenClients } from "../../state/views/selected-clients.ts";
import { clientAddress } from "../../state/window/screen-address.ts";
import textStyles from "../../styles/text.module.css";
import { Chip } from "../../ui/controls/chip.tsx";
import { classes } from "../../ui/controls/classes.ts";
import { RecheckChip } from "../../ui/figures/tie-out-chip.tsx";
import styles from "./client-columns.module.css";
import { SyncState } from "./client-progress.tsx";
import type { DashboardRow } from "./dashboard-rows.ts";
import { tiedDetails, tiedLabel, troubledMarks, troubledWords } from "./status-labels.ts";

/** A click on the checkbox must not open the client. */
function stay(event: SyntheticEvent): void {
  event.stopPropagation();
}

/** The client's name and its checkbox. */
export function Name({ row, mark }: { readonly row: ClientRow; readonly mark: boolean }) {
  const chosen = useChosenClients((state) => state.ids.includes(row.clientId));
  return (
    <span
      className={styles.name}
      title={row.organisation === null || row.organisation === row.name ? row.name : `${row.name} (${row.organisation})`}
    >
      {/* For the pointer: on a row, Space does the same. */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: it only keeps the click from opening the client */}
      <label className={styles.choose} onClick={stay} onPointerDown={stay}>
        <input type="checkbox" tabIndex={-1} aria-label={t("Select")} checked={chosen} onChange={() => toggleChosen(row.clientId)} />
      </label>
      <span className={textStyles.ellipsis}>{row.name}</span>
      {mark ? <span className={styles.demo}>{t("demo")}</span> : null}
    </span>
  );
}

/** A ledger that doesn't answer: the column of problems says so in words. */
const SILENT: ShownState = "offline";

/**
 * The state of the client's sync, and its ledger updates that need someone. They take the place of "Up to date", which needs nobody, and
 * in a narrow window leave that of a ledger that doesn't answer its icon, so that all of those the footer counts are to be seen.
 */
export function Standing({ row, wide }: { readonly row: DashboardRow; readonly wide: boolean }) {
  const marks = troubledMarks(row);
  if (marks.length === 0) return <SyncState row={row} />;
  const state = shownState(row, row.offline);
  return (
    <span className={styles.standing}>
      {state === "up_to_date" ? null : <SyncState row={row} brief={!wide && state === SILENT} />}
      <Lead to={clientAddress(row.clientId, "writes")} title={[troubledWords(row), SYNC_LABELS[state].word].join("\n")}>
        {marks.map(({ tone, word }) => (
          <Chip key={tone} tone={tone} word={word} icon={null} />
        ))}
      </Lead>
    </span>
  );
}

interface LeadProps {
  readonly to: string;
  readonly title: string;
  readonly children: ReactNode;
}

/** Chips that lead where their problem is settled. For the pointer: by keyboard, a row opens its client, whose overview has them, too. */
function Lead({ to, title, children }: LeadProps) {
  return (
    <a className={styles.lead} href={`#${to}`} tabIndex={-1} title={title} onClick={stay} onPointerDown={stay}>
      {children}
    </a>
  );
}

interface TiedProps {
  readonly clientId: string;
  readonly counts: NonNullable<ClientRow["tieOuts"]>;
  readonly wide: boolean;
  readonly rechecking: boolean;
}

/** Only figures that all agree are muted: what isn't known to agree must not look like success. */
export function Tied({ clientId, counts, wide, rechecking }: TiedProps) {
  const { variance, cannotCheck, notRun = 0, accepted = 0, totalOnly = 0, withinTolerance = 0, recheck } = counts;
  if (recheck && rechecking) return <RecheckChip running />;
  const words = tiedLabel(counts, wide);
  if (!recheck && variance > 0)
    return (
      <Lead to={clientAddress(clientId, "tie-outs")} title={tiedDetails(counts)}>
        <Chip tone="warning" word={words} />
      </Lead>
    );
  const tied = totalOnly + withinTolerance > 0 ? Contrast : Check;
  const Icon = recheck ? RotateCcw : cannotCheck > 0 ? CircleSlash : notRun > 0 ? CircleDashed : tied;
  return (
    <span
      title={recheck ? RECHECK.means : tiedDetails(counts)}
      className={classes(styles.tied, !recheck && cannotCheck + notRun === 0 && textStyles.muted)}
    >
      {/* What was accepted all the same isn't proved. */}
      <Icon size={12} aria-hidden className={classes(Icon === Check && accepted === 0 && styles.proof)} />
      {words}
    </span>
  );
}
