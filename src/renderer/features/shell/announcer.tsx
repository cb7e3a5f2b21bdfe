import { HiddenText } from "../../components/hidden-text.tsx";
import { useAnnouncement } from "../../state/announcements.ts";

/** Reads the last news to screen readers when they have nothing else to say. */
export function Announcer() {
  const text = useAnnouncement((state) => state.text);
  return (
    <div role="status" aria-live="polite">
      <HiddenText>{text}</HiddenText>
    </div>
  );
}
