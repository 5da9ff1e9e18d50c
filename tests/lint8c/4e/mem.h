/* ROUND, MIN and MAX are in dat.h here */
