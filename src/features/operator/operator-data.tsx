import { RowsToCome } from "#src/ui/list/rows-to-come.tsx";

/** How all data of operators is shown while it loads, and without a connection. */
export const OPERATOR_DATA = { notKept: "Other people’s data is never saved on a device.", toCome: <RowsToCome /> };
