import { RowsToCome } from "#src/ui/list/rows-to-come.tsx";

/** How all operator data is shown while it loads, and offline. */
export const OPERATOR_DATA = { notKept: "Other people’s data is never saved on a device.", toCome: <RowsToCome /> };
