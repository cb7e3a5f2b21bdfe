import styles from "./chart.module.css";

const LOOKS = [styles.look1, styles.look2, styles.look3, styles.look4, styles.look5, styles.look6];

/** The class with the colour of a series: the same in every picture that shows it. */
export function lookOf(series: number): string {
  return LOOKS[series % LOOKS.length] ?? "";
}
