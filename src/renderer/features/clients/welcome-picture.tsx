import styles from "./welcome.module.css";

const LEDGERS = [
  { y: 34, letter: "A" },
  { y: 100, letter: "B" },
  { y: 166, letter: "C" },
] as const;
const ROWS = [82, 110, 138, 166] as const;

/** Three ledgers that come together in one window, where every row is tied out. It says nothing that the words don't. */
export function WelcomePicture() {
  return (
    <svg className={styles.picture} viewBox="23 29 514 182" aria-hidden="true" focusable="false">
      {LEDGERS.map(({ y, letter }) => (
        <g key={letter}>
          <path className={styles.flow} d={`M112 ${y + 20} C 180 ${y + 20}, 180 120, 232 120`} />
          <rect className={styles.paper} x="24" y={y} width="88" height="40" rx="8" />
          <circle className={styles.seal} cx="46" cy={y + 20} r="11" />
          <text className={styles.letter} x="46" y={y + 24} textAnchor="middle">
            {letter}
          </text>
          <rect className={styles.line} x="66" y={y + 12} width="34" height="5" rx="2.5" />
          <rect className={styles.faint} x="66" y={y + 23} width="24" height="5" rx="2.5" />
        </g>
      ))}
      <rect className={styles.paper} x="232" y="30" width="304" height="180" rx="12" />
      <path className={styles.rule} d="M232 62 H 536" />
      <circle className={styles.seal} cx="252" cy="46" r="6" />
      <rect className={styles.line} x="268" y="43" width="72" height="6" rx="3" />
      {ROWS.map((y, index) => (
        <g key={y}>
          <rect className={styles.line} x="252" y={y} width={96 - index * 12} height="6" rx="3" />
          <rect className={styles.faint} x="384" y={y} width="44" height="6" rx="3" />
          <rect className={styles.faint} x="444" y={y} width={44 - (index % 2) * 8} height="6" rx="3" />
          <circle className={styles.done} cx="512" cy={y + 3} r="9" />
          <path className={styles.tick} d={`M508 ${y + 3} l3 3 l5 -6`} />
        </g>
      ))}
    </svg>
  );
}
