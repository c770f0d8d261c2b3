import { SeverityMark } from "#src/lib/findings/severity.tsx";
import type { Row } from "./picture.ts";

const FILLS = { high: "fill-high", medium: "fill-medium", low: "fill-low" } as const;

type Props = {
	row: Row;
	/** Days. */
	width: number;
	/** The bars as text. */
	note: string;
};

/** One severity's bars, beside its name. */
export function Strip({ row, width, note }: Props) {
	return (
		<div className="grid gap-x-6 gap-y-1 border-line border-t py-3 md:grid-cols-[11rem_minmax(0,1fr)]">
			<p className="flex items-baseline justify-between gap-3 text-13 md:block">
				<SeverityMark severity={row.severity} />
				<span className="text-quiet md:mt-1 md:block">{note}</span>
			</p>
			<svg
				viewBox={`0 0 ${width} 1`}
				preserveAspectRatio="none"
				aria-hidden="true"
				className="h-16 w-full border-line-strong border-b"
			>
				{row.bars.map(({ x, height }) => (
					<rect key={x} x={x + 0.1} y={1 - height} width={0.8} height={height} className={FILLS[row.severity]} />
				))}
			</svg>
		</div>
	);
}
