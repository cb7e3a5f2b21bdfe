import { writeFieldLabel } from "#shared/model/labels/write-fields.ts";
import type { WriteCheck, WriteJob } from "#shared/model/ledger/write.ts";
import { withAmounts } from "../../../format/amounts/amounts-in-text.ts";
import { CHECK_WORDS } from "../../../format/labels/write-labels.ts";
import { t } from "../../../language/t.ts";
import layout from "../../../styles/layout.module.css";
import text from "../../../styles/text.module.css";
import { Chip } from "../../../ui/controls/chip.tsx";
import { classes } from "../../../ui/controls/classes.ts";
import styles from "../queue/job-panel.module.css";

const TONES = { passed: "ok", warning: "warning", blocked: "failed" } as const;
const WORDS = { passed: t("Passed"), warning: t("Warning"), blocked: t("Failed") } as const;
const ORDER = { blocked: 0, warning: 1, passed: 2 } as const;

/** The checks of a job. After a conflict, none says that the record hadn't changed: only Tieout's own copy of it hadn't. */
export function checksTold({ state, checks }: Pick<WriteJob, "state" | "checks">): readonly WriteCheck[] {
  return state === "conflict" ? checks.filter(({ name, outcome }) => name !== "version" || outcome !== "passed") : checks;
}

/** The checks before a write, what stops it first. `folded`: those that passed need nobody, and are a quiet line that opens. */
export function CheckList({ checks, folded = false }: { readonly checks: readonly WriteCheck[]; readonly folded?: boolean }) {
  const passed = checks.filter((check) => check.outcome === "passed");
  if (!folded || passed.length === 0) return <Checks checks={checks} />;
  return (
    <>
      <Checks checks={checks.filter((check) => check.outcome !== "passed")} />
      <details>
        <summary className={classes(styles.fold, text.muted)}>
          {t("{passed, plural, one {1 check passed} other {{passed} checks passed}}", { passed: passed.length })}
        </summary>
        <Checks checks={passed} />
      </details>
    </>
  );
}

function Checks({ checks }: { readonly checks: readonly WriteCheck[] }) {
  const rows = [...checks].sort((a, b) => ORDER[a.outcome] - ORDER[b.outcome]);
  return rows.length === 0 ? null : (
    <ul className={layout.closeStack}>
      {rows.map((check) => (
        <li key={`${check.name} ${check.field ?? ""} ${check.message}`} className={styles.check}>
          <Chip tone={TONES[check.outcome]} word={WORDS[check.outcome]} />
          <span className={text.muted}>{CHECK_WORDS[check.name]}</span>
          <span>
            {withAmounts(check.message)}
            {check.field === undefined || check.outcome === "passed" || check.name === "version" ? null : (
              <span className={text.muted} title={check.field}>
                {" "}
                ({writeFieldLabel(check.field)})
              </span>
            )}
          </span>
        </li>
      ))}
    </ul>
  );
}
