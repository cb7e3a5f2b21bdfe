import { Segments } from "../../components/segments.tsx";
import { setColours, setTheme, useColours, useTheme } from "../../state/theme.ts";
import styles from "./settings-page.module.css";

const THEMES = [
  { value: "system", word: "As the system" },
  { value: "light", word: "Light" },
  { value: "dark", word: "Dark" },
] as const;

const COLOURS = [
  { value: "usual", word: "With colours" },
  { value: "plain", word: "Without" },
] as const;

/** Light or dark, with or without colours. High contrast is the system's: it is followed. */
export function LookSection() {
  const theme = useTheme((state) => state.theme);
  const colours = useColours((state) => state.colours);
  return (
    <>
      <div className={styles.row}>
        <span>Ground</span>
        <div>
          <Segments label="Ground" options={THEMES} chosen={theme} onChange={setTheme} />
        </div>
      </div>
      <div className={styles.row}>
        <span>States</span>
        <div className={styles.stack}>
          <div>
            <Segments label="States" options={COLOURS} chosen={colours} onChange={setColours} />
          </div>
          <p className={styles.quiet}>
            Each state has an icon and a word of its own either way. The system's high contrast and reduced motion are followed.
          </p>
        </div>
      </div>
    </>
  );
}
