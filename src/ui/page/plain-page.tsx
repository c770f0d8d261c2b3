import type { ReactNode } from "react";
import { Bob } from "./bob.tsx";

type Props = { heading: string; children: ReactNode };

/** A page with a single message: its heading hangs from the line, with the rest below. */
export function PlainPage({ heading, children }: Props) {
	return (
		<section className="frame relative min-h-104 pt-16 pb-24 lg:pt-32">
			<div
				aria-hidden="true"
				className="settle absolute end-5 top-0 flex h-72 w-3 flex-col items-center md:end-40 md:h-88"
			>
				<span className="w-0 grow border-line-strong border-s" />
				<Bob className="w-3" />
			</div>
			<h1 className="max-w-[16ch] font-semibold font-serif text-34 tracking-[-0.015em]">{heading}</h1>
			<div className="mt-6 me-8 grid max-w-[54ch] justify-items-start gap-4 text-17">{children}</div>
		</section>
	);
}
