/** The page goes on, whatever goes wrong in the tag. */
export const safely =
  <Given = void>(act: (given: Given) => unknown): ((given: Given) => void) =>
  (given) => {
    try {
      act(given);
    } catch {
      // Nobody on the page can mend it.
    }
  };
