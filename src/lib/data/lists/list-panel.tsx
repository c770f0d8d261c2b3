import type { ComponentProps, ReactNode } from "react";
import { RowList } from "#src/ui/list/row-list.tsx";
import { ListStates } from "./list-states.tsx";

type Props<T> = Omit<ComponentProps<typeof ListStates<T>>, "children"> & {
	label: string;
	keyOf(item: T): string;
	rowHeight: number;
	row(item: T, sample: boolean): ReactNode;
};

/** A list of an account's things as rows, in every state of its query. */
export function ListPanel<T>({ label, keyOf, rowHeight, row, ...states }: Props<T>) {
	return (
		<ListStates {...states}>
			{(items, { sample, total }) => (
				<RowList
					label={label}
					items={items}
					keyOf={keyOf}
					total={total}
					more={states.list.more}
					rowHeight={rowHeight}
					row={(item) => row(item, sample)}
				/>
			)}
		</ListStates>
	);
}
