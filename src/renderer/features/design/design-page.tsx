import type { ReactNode } from "react";
import { t } from "../../language/t.ts";
import text from "../../styles/text.module.css";
import { classes } from "../../ui/controls/classes.ts";
import { ButtonSamples, ChipSamples, FactSamples, FieldSamples, PictureSamples } from "./control-samples.tsx";
import styles from "./design-page.module.css";
import { GridSample, StateSamples } from "./state-samples.tsx";
import { ColourSamples, DepthSamples, SpaceSamples, TypeSamples } from "./token-samples.tsx";

/** Every component in all its states, light and dark side by side; docs/design.md says why it looks so. */
export function DesignPage() {
  return (
    <div className={styles.page}>
      <div className={styles.head}>
        <h1>{t("Design system")}</h1>
        <p className={text.muted}>{t("The colors, sizes and components that every screen uses, in the light and dark themes.")}</p>
      </div>
      <Sample name={t("Text sizes")} of={() => <TypeSamples />} />
      <Sample name={t("Colors")} of={() => <ColourSamples />} />
      <Sample name={t("Spacing and corners")} of={() => <SpaceSamples />} />
      <Sample name={t("Shadows")} of={() => <DepthSamples />} />
      <Sample name={t("Buttons")} of={() => <ButtonSamples />} />
      <Sample name={t("Status chips")} of={() => <ChipSamples />} />
      <Sample name={t("Fields")} of={(theme) => <FieldSamples theme={theme} />} />
      <Sample name={t("Progress, people and amounts")} of={() => <PictureSamples />} />
      <Sample name={t("Labels and values")} of={() => <FactSamples />} />
      <Sample name={t("Table")} of={(theme) => <GridSample theme={theme} />} />
      <Sample name={t("Empty, loading and failed states")} of={() => <StateSamples />} />
    </div>
  );
}

type Theme = "light" | "dark";

function Sample({ name, of }: { readonly name: string; readonly of: (theme: Theme) => ReactNode }) {
  return (
    <section className={styles.sample} aria-label={name}>
      <h2>{name}</h2>
      <div className={styles.themes}>
        {(["light", "dark"] as const).map((theme) => (
          <div key={theme} className={classes(styles.theme, styles[theme])}>
            {of(theme)}
          </div>
        ))}
      </div>
    </section>
  );
}
