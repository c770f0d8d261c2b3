import { SampleOffer } from "#src/lib/workspace/clients/sample.tsx";
import { useScope } from "#src/lib/workspace/use-scope.ts";

/** What the screen is for, while nothing is chosen. */
export function FirstUse() {
	const { can } = useScope();
	return (
		<div className="max-w-[62ch]">
			<p className="text-17">
				Choose a framework that you have to follow or promise to follow. We propose controls that serve it, your scans
				and your evidence show how each one stands, and you decide what applies.
			</p>
			{can("arrange") && (
				<div className="mt-4 flex flex-wrap items-start gap-3">
					<a
						href="#others"
						className="inline-flex min-h-12 items-center justify-center rounded-control border border-accent bg-accent px-6 font-semibold text-17 text-accent-ink no-underline hover:border-ink hover:bg-ink hover:text-paper"
					>
						Choose a framework
					</a>
					<SampleOffer />
				</div>
			)}
		</div>
	);
}
