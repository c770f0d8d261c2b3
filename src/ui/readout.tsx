type Props = {
	reading: string;
	/** The unit, small and raised beside the number; empty if the label says enough. */
	unit: string;
	label: string;
};

/** A number, as on an instrument. */
export function Readout({ reading, unit, label }: Props) {
	return (
		<p className="tabular-nums">
			<span className="flex flex-wrap gap-1.5 wrap-normal">
				<span className="font-semibold text-34 leading-none">{reading}</span>
				<span className="text-13 leading-none">{unit}</span>
			</span>
			<span className="mt-1 block text-13 text-quiet">{label}</span>
		</p>
	);
}
