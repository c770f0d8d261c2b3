import { Bob } from "./page/bob.tsx";

type Props = {
	/** Whole percent. */
	percent: number;
	/** What makes progress. */
	label: string;
};

/** A progress bar: the bob goes down its line. As high as its container. */
export function PlumbProgress({ percent, label }: Props) {
	return (
		<span
			role="progressbar"
			aria-label={label}
			aria-valuemin={0}
			aria-valuemax={100}
			aria-valuenow={percent}
			className="relative block min-h-12 w-3 flex-none self-stretch"
		>
			<span className="absolute inset-y-0 start-1.5 border-line border-s" />
			{/* Attributes of a drawing, because prerendered pages may have no style attribute (Content-Security-Policy). */}
			<svg aria-hidden="true" className="absolute inset-x-0 top-0 h-[calc(100%-1.25rem)] w-3 overflow-visible">
				<rect x="0.375rem" width="1" height={`${percent}%`} className="fill-ink" />
				<Bob y={`${percent}%`} />
			</svg>
		</span>
	);
}
