import type { ReactNode } from "react";
import { type ClientScreen, clientAddress } from "../../state/window/screen-address.ts";
import styles from "./overview-page.module.css";

interface CardProps {
  readonly clientId: string;
  readonly title: string;
  readonly screen: ClientScreen;
  readonly busy?: boolean;
  /** The method of the figures. */
  readonly foot?: ReactNode;
  /** Called when the link is followed, to make a selection on the target screen. */
  readonly onFollow?: () => void;
  readonly children: ReactNode;
}

/** A part of the overview; its title links to the full screen. */
export function Card({ clientId, title, screen, busy = false, foot, onFollow, children }: CardProps) {
  return (
    <section className={styles.card} aria-label={title} aria-busy={busy}>
      <CardTitle clientId={clientId} title={title} screen={screen} onFollow={onFollow} />
      {children}
      {foot === undefined && !busy ? null : <p className={styles.foot}>{foot ?? <span className={styles.lineRoom} />}</p>}
    </section>
  );
}

interface CardTitleProps extends Pick<CardProps, "clientId" | "title" | "screen"> {
  readonly onFollow?: CardProps["onFollow"] | undefined;
}

/** A title that links to the full screen. */
export function CardTitle({ clientId, title, screen, onFollow }: CardTitleProps) {
  return (
    <h2 className={styles.cardTitle}>
      <a href={`#${clientAddress(clientId, screen)}`} onClick={onFollow}>
        {title}
      </a>
    </h2>
  );
}

/** Lines in the room of figures that are on their way, so that nothing moves when they come. `before`: with those of earlier days. */
export function Rooms({ count, before = false }: { readonly count: number; readonly before?: boolean }) {
  return Array.from({ length: count }, (_, place) => String(place)).map((place) => (
    <div key={place} className={styles.keyRoom}>
      <dt>{"\u00a0"}</dt>
      <dd className={styles.large}>{"\u00a0"}</dd>
      {before ? <dd className={styles.before}>{"\u00a0"}</dd> : null}
    </div>
  ));
}
