import { Bob } from "./page/bob.tsx";

type Props = {
	/** Whole percent. */
	percent: number;
	/** What the progress is of. */
	label: string;
};

/** A progress bar: the bob moves down its line. As tall as its container. */
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
			{/* SVG attributes, because prerendered pages may not have style attributes (Content-Security-Policy). */}
			<svg aria-hidden="true" className="absolute inset-x-0 top-0 h-[calc(100%-1.25rem)] w-3 overflow-visible">
				<rect x="0.375rem" width="1" height={`${percent}%`} className="fill-ink" />
				<Bob y={`${percent}%`} />
			</svg>
		</span>
	);
}
