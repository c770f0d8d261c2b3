import type { ReactNode } from "react";
import { TextButton } from "#src/ui/text-button.tsx";

type Props = {
	/** How many rows are selected, and how many could be. */
	chosen: number;
	choosable: number;
	/** After the number of rows, such as how many findings they hold. */
	more?: string;
	onChooseAll(): void;
	onChooseNone(): void;
	/** The actions. */
	children: ReactNode;
};

/** Actions on several rows at once, within the thumb's reach. Shown while any is selected. */
export function SelectionBar({ chosen, choosable, more, onChooseAll, onChooseNone, children }: Props) {
	return (
		<fieldset
			className={
				chosen > 0
					? "sticky bottom-[calc(var(--foot)+1px+env(safe-area-inset-bottom))] z-10 max-md:bleed border-line-strong border-y max-h-[45dvh] overflow-y-auto bg-raised py-1 md:px-3 shadow-float md:bottom-0 print:hidden"
					: "sr-only"
			}
		>
			<legend className="sr-only">Several at once</legend>
			<div className="flex flex-wrap items-center gap-x-5">
				<span role="status" className="text-15 tabular-nums">
					{chosen > 0 && `${chosen} selected${more ? ` · ${more}` : ""}`}
				</span>
				{chosen > 0 && (
					<>
						<TextButton onClick={chosen >= choosable ? onChooseNone : onChooseAll}>
							{chosen >= choosable ? "Select none" : "Select all"}
						</TextButton>
						{children}
					</>
				)}
			</div>
		</fieldset>
	);
}
