import { site } from "#src/config/site.ts";
import { Bob } from "./bob.tsx";

/** The product's name beside its plumb line. The line runs from the top edge of the container. */
export function Wordmark() {
	return (
		<span className="inline-flex h-full items-stretch gap-3 font-semibold text-17 text-ink tracking-[-0.01em]">
			<span className="flex w-3 flex-col items-center pb-3">
				<span className="w-0 grow border-line-strong border-s" />
				<Bob className="w-3" />
			</span>
			<span className="self-center">{site.name}</span>
		</span>
	);
}
