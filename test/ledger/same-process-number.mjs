// Gives every process that loads it the same number, as the first process of each container has.
Object.defineProperty(process, 'pid', { value: 1 });
