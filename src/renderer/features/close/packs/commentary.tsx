import { ChevronDown, ChevronRight } from "lucide-react";
import { type ReactNode, useId, useState } from "react";
import type { CommentaryView } from "#shared/contract/close/commentary.ts";
import { COMMENTARY_SECTIONS, type CommentarySection } from "#shared/model/close/commentary.ts";
import { nameOfNoted } from "#shared/model/close/signature.ts";
import { call } from "../../../api/client.ts";
import { t } from "../../../language/t.ts";
import { useCoreQuery } from "../../../state/core/core-query.ts";
import { useActs } from "../../../state/core/undo.ts";
import { useCommandEnter } from "../../../state/window/command-enter.ts";
import layout from "../../../styles/layout.module.css";
import textStyles from "../../../styles/text.module.css";
import { Button } from "../../../ui/controls/button.tsx";
import { classes } from "../../../ui/controls/classes.ts";
import { FailureNote } from "../../../ui/feedback/failure-message.tsx";
import styles from "./packs.module.css";

const WORDS: Readonly<Record<CommentarySection, string>> = {
  summary: t("Summary"),
  profit_and_loss: t("Profit and loss"),
  balance_sheet: t("Balance sheet"),
  cash_flow: t("Cash flow"),
  receivables_payables: t("Receivables and payables"),
};

interface Period {
  readonly clientId: string;
  readonly period: string;
}

interface CommentaryProps extends Period {
  /** The actions of the pack that prints it, at the end of the same line. */
  readonly acts?: ReactNode;
  /** What there is to say of the pack, below the line and above the fields, so that it's in sight while they are open. */
  readonly children?: ReactNode;
}

/** Management commentary: what the pack prints at the top of each section, for the client to read. Its line has the pack's actions, too. */
export function Commentary({ clientId, period, acts, children }: CommentaryProps) {
  const query = useCoreQuery("commentary.list", { clientId, period });
  const [open, setOpen] = useState(false);
  const id = useId();
  const written = query.data;
  return (
    <>
      <div className={classes(layout.wrappingLine, styles.top)}>
        <Button
          kind="quiet"
          aria-expanded={open}
          icon={open ? <ChevronDown size={14} aria-hidden /> : <ChevronRight size={14} aria-hidden />}
          onClick={() => setOpen(!open)}
        >
          <span id={id}>{t("Management commentary")}</span>
        </Button>
        {written === undefined ? null : (
          <span className={textStyles.muted}>
            {written.length === 0
              ? t("Nothing written yet")
              : t("{written} of {sections} sections written", { written: written.length, sections: COMMENTARY_SECTIONS.length })}
          </span>
        )}
        <span className={layout.grow} />
        {acts}
      </div>
      {children}
      {query.error === null ? null : <FailureNote failure={query.error.failure} />}
      {open && written !== undefined ? (
        <section className={styles.fields} aria-labelledby={id}>
          {COMMENTARY_SECTIONS.map((section) => (
            <SectionField
              key={section}
              clientId={clientId}
              period={period}
              section={section}
              saved={written.find((one) => one.section === section) ?? null}
            />
          ))}
        </section>
      ) : null}
    </>
  );
}

interface SectionFieldProps extends Period {
  readonly section: CommentarySection;
  readonly saved: CommentaryView | null;
}

function SectionField({ clientId, period, section, saved }: SectionFieldProps) {
  const { perform, pending } = useActs(clientId);
  const before = saved?.text ?? "";
  const [text, setText] = useState(before);
  const id = useId();
  const isReady = text.trim() !== before && pending === null;
  const save = () =>
    perform({
      key: section,
      words: text.trim() === "" ? t("Commentary removed.") : t("Commentary saved."),
      run: () => call("commentary.save", { clientId, period, section, text: text.trim() }),
      undo: async () => {
        await call("commentary.save", { clientId, period, section, text: before });
        setText(before);
      },
    });
  const onKeyDown = useCommandEnter("preparer", () => {
    if (isReady) void save();
  });
  return (
    <div className={styles.field}>
      <label htmlFor={id}>{WORDS[section]}</label>
      <textarea
        id={id}
        rows={3}
        maxLength={4000}
        value={text}
        placeholder={t("Printed at the top of this section of the pack, for the client to read")}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={onKeyDown}
      />
      <div className={layout.wrappingLine}>
        <Button
          needs="preparer"
          disabled={!isReady}
          onClick={() => void save()}
          aria-label={t("Save {section}", { section: WORDS[section] })}
        >
          {t("Save")}
        </Button>
        {saved === null ? null : (
          <span className={textStyles.muted}>{t("Last saved by {person}", { person: nameOfNoted(saved.person) })}</span>
        )}
      </div>
    </div>
  );
}
