import { Button } from "#src/ui/button.tsx";

type Props = {
	/** The number of filters set. */
	chosen: number;
	dense?: boolean;
	onOpen(): void;
};

/** Opens a list's filter and shows how many filters are set. */
export function FilterButton({ chosen, dense = false, onOpen }: Props) {
	return (
		<Button variant="secondary" dense={dense} aria-haspopup="dialog" onClick={onOpen}>
			Filter
			{chosen > 0 && (
				<span className="ms-2 text-13 tabular-nums">
					{chosen}
					<span className="sr-only"> chosen</span>
				</span>
			)}
		</Button>
	);
}
