import { ITEMS, OPERATOR_ITEM } from "./items.ts";
import { useMe } from "./use-me.ts";

/** The menu's items for this account. */
export function useItems(): readonly ((typeof ITEMS)[number] | typeof OPERATOR_ITEM)[] {
	const { data: me } = useMe();
	return me?.operator === true ? [...ITEMS, OPERATOR_ITEM] : ITEMS;
}
