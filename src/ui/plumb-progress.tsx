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
			<span
				className="absolute top-0 start-1.5 border-ink border-s"
				style={{ height: `calc((100% - 1.25rem) * ${percent / 100})` }}
			/>
			<span className="absolute start-0" style={{ top: `calc((100% - 1.25rem) * ${percent / 100})` }}>
				<Bob className="w-3" />
			</span>
		</span>
	);
}
