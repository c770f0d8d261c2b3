import type { ReactNode } from "react";
import { Bob } from "./bob.tsx";

type Props = {
	id: string;
	heading: string;
	children: ReactNode;
};

/**
 * A section of a page. A plumb line hangs from its upper edge. On a phone the heading hangs from it; on a wide screen it runs down
 * between the heading and the content, and ends with the content.
 */
export function Part({ id, heading, children }: Props) {
	return (
		<section aria-labelledby={id} className="border-line border-t">
			<div className="frame grid lg:grid-cols-[18rem_1.5rem_minmax(0,1fr)] lg:gap-x-12">
				<span aria-hidden="true" className="flex w-3 flex-col items-center lg:order-2 lg:justify-self-center">
					<span className="h-12 w-0 border-line-strong border-s lg:h-auto lg:grow" />
					<Bob className="mb-5 w-3 lg:mb-24" />
				</span>
				<div className="lg:pt-24">
					<h2 id={id} className="font-semibold font-serif text-26 tracking-[-0.01em] lg:sticky lg:top-24 lg:text-34">
						{heading}
					</h2>
				</div>
				<div className="min-w-0 pt-8 pb-16 lg:order-3 lg:pt-24 lg:pb-24">{children}</div>
			</div>
		</section>
	);
}
