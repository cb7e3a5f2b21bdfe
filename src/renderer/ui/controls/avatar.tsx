import styles from "./avatar.module.css";
import { HiddenText } from "./hidden-text.tsx";

/** A person as initials in a circle; the whole name is read out, and shown on hover. */
export function Avatar({ name, title = name }: { readonly name: string; readonly title?: string }) {
  return (
    <span className={styles.avatar} title={title}>
      <span aria-hidden="true">{initialsOf(name)}</span>
      <HiddenText>{title}</HiddenText>
    </span>
  );
}

/** The first letters of the first and the last word of a name. */
export function initialsOf(name: string): string {
  const parts = name.trim().split(/\s+/u);
  const ends = parts.length > 1 ? [parts[0], parts.at(-1)] : [parts[0]];
  return ends
    .map((part) => Array.from(part ?? "")[0] ?? "")
    .join("")
    .toLocaleUpperCase();
}
