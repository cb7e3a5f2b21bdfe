import { useId, useState } from "react";
import { negativeStyle, setNegativeStyle } from "../../format/amounts/amount.ts";
import { chooseLanguage, LANGUAGE, offeredLanguages } from "../../language/languages.ts";
import { t } from "../../language/t.ts";
import { setColours, setContrast, setTheme, useColours, useContrast, useTheme } from "../../state/window/theme.ts";
import { Segments } from "../../ui/controls/segments.tsx";
import { setDensity, useDensity } from "../../ui/grid/grid-density.ts";
import { FirmEnglish } from "./english-section.tsx";
import styles from "./settings-page.module.css";

const THEMES = [
  { value: "system", word: t("System") },
  { value: "light", word: t("Light") },
  { value: "dark", word: t("Dark") },
] as const;

const COLOURS = [
  { value: "usual", word: t("In color") },
  { value: "plain", word: t("In black and white") },
] as const;

const CONTRASTS = [
  { value: "system", word: t("System") },
  { value: "usual", word: t("Normal") },
  { value: "high", word: t("High") },
] as const;

const DENSITIES = [
  { value: "dense", word: t("Compact") },
  { value: "roomy", word: t("Comfortable") },
] as const;

const NEGATIVES = [
  { value: "parentheses", word: t("(1,234.50)") },
  { value: "minus", word: t("−1,234.50") },
] as const;

/** Light or dark, how strong the contrast is, with or without colours, the language, and what the firm writes. */
export function LookSection() {
  const theme = useTheme((state) => state.theme);
  const colours = useColours((state) => state.colours);
  const languageId = useId();
  const contrast = useContrast((state) => state.contrast);
  return (
    <>
      <div className={styles.row}>
        <span>{t("Theme")}</span>
        <div>
          <Segments label={t("Theme")} options={THEMES} chosen={theme} onChange={setTheme} />
        </div>
      </div>
      <div className={styles.row}>
        <span>{t("Contrast")}</span>
        <div>
          <Segments label={t("Contrast")} options={CONTRASTS} chosen={contrast} onChange={setContrast} />
        </div>
      </div>
      <div className={styles.row}>
        <span>{t("Status colors")}</span>
        <div className={styles.stack}>
          <div>
            <Segments label={t("Status colors")} options={COLOURS} chosen={colours} onChange={setColours} />
          </div>
          <p className={styles.quiet}>{t("Every status is also written out.")}</p>
        </div>
      </div>
      <Tables />
      <div className={styles.row}>
        <label htmlFor={languageId}>{t("Language")}</label>
        <div className={styles.stack}>
          <div>
            <select id={languageId} className={styles.select} value={LANGUAGE.id} onChange={(event) => chooseLanguage(event.target.value)}>
              {offeredLanguages(LANGUAGE, import.meta.env.DEV).map(({ id, name }) => (
                <option key={id} value={id} lang={id}>
                  {name}
                </option>
              ))}
            </select>
          </div>
          <p className={styles.quiet}>{t("The window reloads in the language you choose.")}</p>
        </div>
      </div>
      <FirmEnglish />
    </>
  );
}

/** How much room rows take, and how amounts below zero are written. */
function Tables() {
  const density = useDensity((state) => state.density);
  const [negatives, setNegatives] = useState(negativeStyle);
  return (
    <>
      <div className={styles.row}>
        <span>{t("Table rows")}</span>
        <div>
          <Segments label={t("Table rows")} options={DENSITIES} chosen={density} onChange={setDensity} />
        </div>
      </div>
      <div className={styles.row}>
        <span>{t("Negative amounts")}</span>
        <div className={styles.stack}>
          <div>
            <Segments
              label={t("Negative amounts")}
              options={NEGATIVES}
              chosen={negatives}
              onChange={(style) => {
                setNegativeStyle(style);
                setNegatives(style);
              }}
            />
          </div>
          <p className={styles.quiet}>{t("For amounts and percentages on every screen.")}</p>
        </div>
      </div>
    </>
  );
}
