import { useAnnouncement } from "../../state/window/announcements.ts";
import { HiddenText } from "../../ui/controls/hidden-text.tsx";

/** Reads the last news to screen readers when they have nothing else to say. */
export function Announcer() {
  const text = useAnnouncement((state) => state.text);
  return (
    <div role="status" aria-live="polite">
      <HiddenText>{text}</HiddenText>
    </div>
  );
}
