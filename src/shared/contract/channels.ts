/** The three names that cross the bridge. The preload imports nothing else. */
export const INVOKE_CHANNEL = "tieout:invoke";
export const SUBSCRIBE_CHANNEL = "tieout:subscribe";
export const EVENT_CHANNEL = "tieout:event";
