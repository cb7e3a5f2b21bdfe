import { Plus, RefreshCw } from "lucide-react";
import { useState } from "react";
import type { CalendarDate } from "#shared/kernel/calendar-date.ts";
import { PERIOD_WORDS } from "../../format/dates/period-labels.ts";
import { SYNC_LABELS, SYNC_STATES } from "../../format/labels/sync-labels.ts";
import { t } from "../../language/t.ts";
import { ProgressRing } from "../../ui/charts/progress-ring.tsx";
import { Avatar } from "../../ui/controls/avatar.tsx";
import { Button, ButtonLink } from "../../ui/controls/button.tsx";
import { CheckboxGroup } from "../../ui/controls/checkbox-group.tsx";
import { Chip } from "../../ui/controls/chip.tsx";
import controls from "../../ui/controls/controls.module.css";
import { CopyButton } from "../../ui/controls/copy-button.tsx";
import { Kbd } from "../../ui/controls/kbd.tsx";
import { Segments } from "../../ui/controls/segments.tsx";
import { ProgressBar } from "../../ui/feedback/progress-bar.tsx";
import { DayField } from "../../ui/fields/date-field.tsx";
import { LabelledField } from "../../ui/fields/labelled-field.tsx";
import { Money } from "../../ui/figures/money.tsx";
import { Fact, Facts } from "../../ui/layout/facts.tsx";
import styles from "./design-page.module.css";

export function ButtonSamples() {
  return (
    <>
      <Button kind="primary" icon={<RefreshCw size={14} aria-hidden />}>
        {t("Primary")}
      </Button>
      <Button kind="primary" disabled>
        {t("Primary, disabled")}
      </Button>
      <Button icon={<Plus size={14} aria-hidden />}>{t("Plain")}</Button>
      <Button disabled>{t("Plain, disabled")}</Button>
      <Button kind="quiet">{t("Quiet")}</Button>
      <Button kind="quiet" disabled>
        {t("Quiet, disabled")}
      </Button>
      <Button danger>{t("Delete…")}</Button>
      <Button kind="primary" danger>
        {t("Delete")}
      </Button>
      <ButtonLink href="#/design">{t("Link as a button")}</ButtonLink>
      <a href="#/design">{t("Link")}</a>
      <CopyButton text="Tieout" />
      <Kbd>{t("Ctrl")}</Kbd>
    </>
  );
}

export function ChipSamples() {
  const periods = Object.values(PERIOD_WORDS);
  return (
    <>
      {SYNC_STATES.map((state) => (
        <Chip key={state} tone={SYNC_LABELS[state].tone} word={SYNC_LABELS[state].word} />
      ))}
      {periods.map(({ word, tone }) => (
        <Chip key={word} tone={tone} word={word} />
      ))}
    </>
  );
}

export function FieldSamples({ theme }: { readonly theme: string }) {
  const [day, setDay] = useState<CalendarDate>("2026-10-31" as CalendarDate);
  const [side, setSide] = useState<"month" | "quarter">("month");
  const [sheet, setSheet] = useState<"profit_and_loss" | "balance_sheet">("profit_and_loss");
  const [chosen, setChosen] = useState<readonly string[]>(["bill"]);
  return (
    <>
      <LabelledField name={t("Reference")} error={undefined} hint={t("As on the bill")}>
        {(attributes) => <input className={controls.input} defaultValue="INV-0190" {...attributes} />}
      </LabelledField>
      <LabelledField name={t("Amount")} error={t("Enter an amount, such as 1,250.00.")}>
        {(attributes) => <input className={controls.input} defaultValue="12,50,0" {...attributes} />}
      </LabelledField>
      <DayField label={t("Date")} value={day} onChange={setDay} />
      <Segments
        label={t("Group by ({theme} theme)", { theme })}
        options={[
          { value: "month", word: t("Month") },
          { value: "quarter", word: t("Quarter") },
        ]}
        chosen={side}
        onChange={setSide}
      />
      <Segments
        look="tabs"
        label={t("Statement ({theme} theme)", { theme })}
        options={[
          { value: "profit_and_loss", word: t("Profit and loss") },
          { value: "balance_sheet", word: t("Balance sheet") },
        ]}
        chosen={sheet}
        onChange={setSheet}
      />
      <CheckboxGroup
        label={t("Type")}
        options={[
          ["bill", t("Bill")],
          ["invoice", t("Invoice")],
        ]}
        chosen={chosen}
        onChange={setChosen}
      />
    </>
  );
}

export function PictureSamples() {
  return (
    <>
      <ProgressRing done={0} of={28} />
      <ProgressRing done={9} of={28} />
      <ProgressRing done={11} of={28} checked />
      <ProgressRing done={27} of={28} />
      <ProgressRing done={28} of={28} />
      <Avatar name="Dana Whitfield" />
      <Avatar name="Marcus" />
      <span className={styles.swatch}>
        <ProgressBar share={0.4} label={t("Synced")} />
        <ProgressBar share={0.7} label={t("Waiting")} tone="queued" />
        <ProgressBar share={0.5} part={0.2} label={t("Checked automatically")} tone="checked" />
        <ProgressBar share={null} label={t("Checking")} />
      </span>
      <Money amount="1234.50" currency="USD" showCurrency />
      <Money amount="-1234.50" currency="USD" showCurrency />
    </>
  );
}

const CONTACT = "Birch Logistics";

/** What a panel says of one thing: words begin where figures have their column, and figures end on one line. */
export function FactSamples() {
  return (
    <div className={styles.rows}>
      <Facts>
        <Fact name={t("Status")}>{t("Open")}</Fact>
        <Fact name={t("Contact")}>
          <a href="#/design">{CONTACT}</a>
        </Fact>
        <Fact name={t("This period")} kind="figure">
          <Money amount="39921.57" currency="USD" showCurrency />
        </Fact>
        <Fact name={t("Prior month")} kind="figure">
          <Money amount="-2032.47" currency="USD" showCurrency />
        </Fact>
        <Fact name={t("Change")} kind="sum">
          <Money amount="41954.04" currency="USD" showCurrency />
        </Fact>
      </Facts>
    </div>
  );
}
