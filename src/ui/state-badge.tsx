import { ShapeMark } from "./shape-mark.tsx";

type Props = {
	state: string;
	label: string;
	/** On a 12-unit grid. */
	path: string;
};

/** A state, as a word and a shape. */
export const StateBadge = ({ state, label, path }: Props) => (
	<span
		data-state={state}
		className="inline-flex items-center gap-1.5 whitespace-nowrap rounded-control border border-line-strong px-2 py-0.5 font-medium text-13 text-ink"
	>
		<ShapeMark path={path} />
		{label}
	</span>
);
