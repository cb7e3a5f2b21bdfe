import { t } from "../../language/t.ts";
import styles from "./design-page.module.css";

export function TypeSamples() {
  return (
    <div className={styles.rows}>
      <p className={styles.display}>{t("Key figure, 22 px")}</p>
      <p className={styles.title}>{t("Title, 16 px")}</p>
      <p>{t("Text, 13 px: most text in tables, forms and panels. 1,234,567.89")}</p>
      <p className={styles.small}>{t("Label, 12 px: headers, chips and secondary lines")}</p>
    </div>
  );
}

const COLOURS = [
  ...[
    "page",
    "raised",
    "sunken",
    "hover",
    "current",
    "selected",
    "flat",
    "hairline",
    "rule",
    "button-edge",
    "edge",
    "text",
    "muted",
    "disabled",
    "accent",
    "accent-hover",
  ],
  ...["ok", "syncing", "queued", "warning", "conflict", "failed", "locked", "offline"].flatMap((state) => [
    `${state}-text`,
    `${state}-chip`,
  ]),
];

export function ColourSamples() {
  return COLOURS.map((name) => (
    <div key={name} className={styles.swatch}>
      <span className={styles.colour} style={{ background: `var(--${name})` }} />
      <code>{name}</code>
    </div>
  ));
}

const SPACES = ["space-1", "space-2", "space-3", "space-4", "space-5", "space-6"];
const CORNERS = ["radius-small", "radius", "radius-large", "radius-round"];
const DEPTHS = ["elevation-tip", "elevation-menu", "elevation-dialog", "elevation-panel"];

export function SpaceSamples() {
  return (
    <>
      <div className={styles.rows}>
        {SPACES.map((name) => (
          <div key={name} className={styles.spaced}>
            <span className={styles.bar} style={{ width: `var(--${name})` }} />
            <code>{name}</code>
          </div>
        ))}
      </div>
      {CORNERS.map((name) => (
        <div key={name} className={styles.box} style={{ borderRadius: `var(--${name})` }}>
          <code>{name}</code>
        </div>
      ))}
    </>
  );
}

export function DepthSamples() {
  return (
    <div className={styles.depths}>
      {DEPTHS.map((name) => (
        <div key={name} className={styles.box} style={{ boxShadow: `var(--${name})`, borderRadius: "var(--radius-large)", width: "132px" }}>
          <code>{name}</code>
        </div>
      ))}
    </div>
  );
}
